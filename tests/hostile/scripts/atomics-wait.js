// Sleeps on shared memory, to stop the thread without using the processor.
// Expect: errored script /reserved word/
function onTick() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
