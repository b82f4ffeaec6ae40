// Places an order while an order is being read, repeatedly.
// Expect: errored script /call stack/ or completed
function ask() {
  return {
    get quantity() {
      buy(ask())
      return 1000
    },
  }
}
function onTick() {
  buy(ask())
}
