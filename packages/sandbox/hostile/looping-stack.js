// Throws an object whose stack never returns when it is read.
function onTick() {
  throw {
    message: 'harmless',
    get stack() {
      for (;;);
    },
  }
}
