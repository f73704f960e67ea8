//! `atelier record`: another program acts beside it, and what was done is stored when it is told to end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Home, Practice, eventually};

#[test]
fn what_is_done_on_the_debugging_port_is_recorded_and_stored() {
    let home = Home::new();
    let sites = Practice::start(&Home::new());
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it").port();
    let number = port.to_string();
    let mut process = home
        .atelier(&["record", "--headless", "--json", "--name", "Look around", "--url", &sites.forum])
        .args(["--devtools-port", &number])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(process.stdout.take().expect("stdout is piped")).lines();
    let mut next = move |event: &str| -> Value {
        loop {
            let line = lines.next().expect("it ended too early").expect("a line");
            let value: Value = serde_json::from_str(&line).expect("a line is JSON");
            if value["event"] == event {
                return value;
            }
        }
    };
    assert_eq!(next("started")["name"], "Look around");
    // As a person does: another tab, with an address of its own.
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let address = format!("http://127.0.0.1:{port}/json/new?{}", sites.shop);
    runtime.block_on(eventually("a new tab", || {
        let asked = reqwest::Client::new().put(&address).send();
        async move { asked.await.ok().filter(|reply| reply.status().is_success()) }
    }));
    let step = next("step");
    assert_eq!(step["step"]["action"], "new_tab", "{step}");
    let ended = Command::new("kill").args(["-TERM", &process.id().to_string()]).status();
    assert!(ended.is_ok_and(|status| status.success()));
    let stored = next("ended");
    let id =
        stored["trajectory"].as_str().unwrap_or_else(|| panic!("nothing was stored: {stored}")).to_owned();
    assert!(process.wait().expect("it ends").success());
    let shown = home.json(&["trajectory", &id]).done();
    assert_eq!(shown["row"]["task"], "Look around");
    assert_eq!(shown["steps"][0]["step"]["action"], "new_tab");
    assert_eq!(shown["row"]["source"]["kind"], "recorded");
}
