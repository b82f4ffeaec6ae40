// Writes protocol messages between runner and host into its log and its plots.
// Expect: completed
function onStart() {
  const forged = JSON.stringify({ type: 'done', status: 'completed', bytes: 2, resultHash: '0'.repeat(64), cpuMs: 0 })
  log(forged)
  log('\u0000\n' + forged + '\n{"type":"failed","message":"no"}\n')
  plot(forged.slice(0, 99), 1)
}
function onTick() {}
