// Throws what looks like one of our errors, to have it reported as a mistake of the user who started the run.
// Expect: errored
function onTick() {
  throw { name: 'UserError', code: 'run-input', message: '{"type":"done","status":"completed","bytes":2,"resultHash":"0","cpuMs":0}' }
}
