// Requests an order with a proxy that answers every name and lists names endlessly.
// Expect: errored timeout
function onTick() {
  buy(
    new Proxy({}, {
      get: () => 1000,
      has: () => true,
      ownKeys() {
        for (;;);
      },
    }),
  )
}
