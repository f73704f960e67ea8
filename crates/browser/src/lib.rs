//! Chromium over CDP: launch, observe, locate, act, replay, demonstrate
