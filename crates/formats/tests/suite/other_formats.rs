//! Files of other programs are named. The samples are written for this test after the formats' shapes.

use atelier_formats::FormatError;

use super::read;

fn named(name: &str, bytes: &[u8]) -> String {
    match read(name, bytes) {
        Err(FormatError::OtherFormat { format, .. }) => format.to_owned(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn json_formats() {
    let cases = [
        (r#"{"log":{"version":"1.2","entries":[]}}"#, "HAR"),
        (r#"{"id":"1","version":"2.0","tests":[],"suites":[],"urls":[]}"#, "Selenium IDE"),
        (r#"{"extVersion":"1","drawflow":{"nodes":[]}}"#, "Automa"),
        (r#"{"history":[{"model_output":null,"result":[]}]}"#, "browser-use"),
        (r#"{"name":"a","steps":[{"type":"navigation"}],"input_schema":[]}"#, "WALT"),
        (r#"[{"annotation_id":"a","actions":[]}]"#, "Mind2Web"),
        (r#"[{"action_reprs":[]}]"#, "Mind2Web"),
        (r#"[{"website_name":"a","screen_before":"b"}]"#, "OS-Genesis"),
        (r#"{"task_id":1,"parsed_actions":[]}"#, "NNetNav"),
        (r#"{"task":"t","start_url":"u","trajectories":[{"task":"x","action":{}}]}"#, "SynthAgent"),
        (r#"[{"type":4,"data":{},"timestamp":1}]"#, "rrweb"),
        (r#"[{"sites":["a"],"intent":"b","intent_template":"c"}]"#, "WebArena"),
        (r#"{"recorded_at":"x","pages":[],"steps":[{"op":"click"}]}"#, "BrowserSkill"),
        (r#"{"CreationDate":"x","Commands":[{"Command":"open"}]}"#, "Ui.Vision"),
        (r#"{"title":"a","workflow_definition":{"blocks":[]}}"#, "Skyvern"),
        (r#"{"recording_meta":{},"recording":{"workflow":[]}}"#, "Maxun"),
        (r#"{"name":"a","url_pattern":"x","steps":[{"guidance":"b"}]}"#, "skill"),
        (r#"{"utterance":"u","states":[]}"#, "MiniWoB"),
    ];
    for (text, format) in cases {
        let found = named("x.json", text.as_bytes());
        assert!(found.contains(format), "{format}: {found}");
    }
}

#[test]
fn text_archives_and_lines() {
    let cases: [(&str, &[u8], &str); 12] = [
        ("a.jsonl", b"{\"browserName\":\"chromium\"}\n{\"name\":\"openPage\"}\n", "Playwright"),
        ("a.jsonl", b"{\"start_url\":\"x\",\"trajectories\":[]}\n{\"start_url\":\"y\"}", "SynthAgent"),
        ("a.jsonl", b"{\"a\":1}\n{\"b\":2}", "JSON lines"),
        ("a.py", b"async def search(page, words):\n    await page.goto('/')", "SkillWeaver"),
        ("a.spec.ts", b"test('a', async ({ page }) => { await page.goto('/'); });", "Playwright script"),
        ("a.yaml", b"name: a\nsteps:\n  - action: click\n", "octo-agent"),
        ("a.workflow.yaml", b"name: a\nsteps:\n  - type: navigation\n", "workflow-use"),
        ("SKILL.md", b"---\nname: a\ndescription: b\n---\n# A\n", "SKILL.md"),
        ("a.html", b"<!doctype html><html></html>", "web page"),
        ("a.zip", b"PK\x03\x04....0-trace.trace", "Playwright trace"),
        ("a.zip", b"PK\x03\x04....step_0.pkl.gz", "BrowserGym"),
        ("a.pkl", b"\x80\x04\x95", "pickle"),
    ];
    for (name, bytes, format) in cases {
        let found = named(name, bytes);
        assert!(found.contains(format), "{format}: {found}");
    }
}
