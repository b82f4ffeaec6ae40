// Reads a file of the host through require.
// Expect: errored script /reserved word/
function onTick() {
  log(require('node:fs').readFileSync('%secret%', 'utf8'))
}
