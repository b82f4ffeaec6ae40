// Throws what looks like an error of ours, to be told as a mistake of whoever started the run.
// Expect: errored
function onTick() {
  throw { name: 'RunInputError', message: '{"type":"done","status":"completed","bytes":2,"resultHash":"0","cpuMs":0}' }
}
