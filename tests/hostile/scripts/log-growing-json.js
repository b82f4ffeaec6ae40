// Logs objects whose toJSON makes the text longer than a string can be.
// Expect: completed or errored
function onTick() {
  log({ toJSON: () => Array(1000).fill('x'.repeat(1e6)) })
}
