//! The screens and their addresses, kept behind `#` so that back and forward work.

use std::str::FromStr;

use atelier_core::ids::{SkillId, TaskId, TrajectoryId};

/// One screen of the rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Run,
    Trajectories,
    Pipeline,
    Skills,
    Settings,
}

/// A screen, and the thing that is open on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The composer, or the run that goes on.
    Run,
    /// A run of the past.
    Task(TaskId),
    Trajectories,
    Trajectory(TrajectoryId),
    Pipeline,
    Skills,
    Skill(SkillId),
    Settings,
}

impl Screen {
    pub const ALL: [Self; 5] = [Self::Run, Self::Trajectories, Self::Pipeline, Self::Skills, Self::Settings];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::Trajectories => "Trajectories",
            Self::Pipeline => "Pipeline",
            Self::Skills => "Skills",
            Self::Settings => "Settings",
        }
    }

    /// What the screen answers, in one line.
    pub const fn question(self) -> &'static str {
        match self {
            Self::Run => "What should be done, and how is it going?",
            Self::Trajectories => "What was recorded, and how much of it will replay?",
            Self::Pipeline => "Which skills came out of your recordings, which were dropped, and why?",
            Self::Skills => "What can Atelier do on these sites, and how sure is it?",
            Self::Settings => "How does Atelier look, what does it keep, and is all of it ready?",
        }
    }

    pub const fn route(self) -> Route {
        match self {
            Self::Run => Route::Run,
            Self::Trajectories => Route::Trajectories,
            Self::Pipeline => Route::Pipeline,
            Self::Skills => Route::Skills,
            Self::Settings => Route::Settings,
        }
    }
}

impl Route {
    pub const fn screen(self) -> Screen {
        match self {
            Self::Run | Self::Task(_) => Screen::Run,
            Self::Trajectories | Self::Trajectory(_) => Screen::Trajectories,
            Self::Pipeline => Screen::Pipeline,
            Self::Skills | Self::Skill(_) => Screen::Skills,
            Self::Settings => Screen::Settings,
        }
    }

    /// The address, with `#`.
    pub fn hash(self) -> String {
        let screen = self.screen().title().to_lowercase();
        match self {
            Self::Task(id) => format!("#/{screen}/{id}"),
            Self::Trajectory(id) => format!("#/{screen}/{id}"),
            Self::Skill(id) => format!("#/{screen}/{id}"),
            _ => format!("#/{screen}"),
        }
    }

    /// The route of an address; the first screen where it names none.
    pub fn of_hash(hash: &str) -> Self {
        let mut parts = hash.trim_start_matches(['#', '/']).split('/');
        let name = parts.next().unwrap_or_default();
        let Some(screen) = Screen::ALL.into_iter().find(|s| s.title().eq_ignore_ascii_case(name)) else {
            return Self::Run;
        };
        let id = parts.next().unwrap_or_default();
        let open = match screen {
            Screen::Run => TaskId::from_str(id).map(Self::Task).ok(),
            Screen::Trajectories => TrajectoryId::from_str(id).map(Self::Trajectory).ok(),
            Screen::Skills => SkillId::from_str(id).map(Self::Skill).ok(),
            Screen::Pipeline | Screen::Settings => None,
        };
        open.unwrap_or(screen.route())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_back() {
        let id = SkillId::from_str("01890a5d-ac96-774b-bcce-b302099a8057").unwrap();
        for route in Screen::ALL.map(Screen::route).into_iter().chain([Route::Skill(id)]) {
            assert_eq!(Route::of_hash(&route.hash()), route);
        }
    }

    #[test]
    fn unknown_addresses_open_the_first_screen() {
        assert_eq!(Route::of_hash("#/nowhere"), Route::Run);
        assert_eq!(Route::of_hash("#/skills/not-an-id"), Route::Skills);
        assert_eq!(Route::of_hash(""), Route::Run);
    }
}
