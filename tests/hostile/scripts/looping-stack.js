// Throws an object whose stack never returns when it is read.
// Expect: errored timeout
function onTick() {
  throw {
    message: 'harmless',
    get stack() {
      for (;;);
    },
  }
}
