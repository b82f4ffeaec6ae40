// Throws an error whose message never returns when it is read.
// Expect: errored timeout
function onTick() {
  throw Object.create(Error.prototype, {
    message: {
      get() {
        for (;;);
      },
    },
  })
}
