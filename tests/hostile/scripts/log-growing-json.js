// Logs objects whose toJSON makes the text longer than a text can be.
// Expect: completed or errored
function onTick() {
  log({ toJSON: () => Array(1000).fill('x'.repeat(1e6)) })
}
