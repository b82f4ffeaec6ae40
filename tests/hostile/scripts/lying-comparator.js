// Sorts a long array randomly and shortens it meanwhile.
// Expect: completed or errored
function onStart() {
  const list = Array.from({ length: 100000 }, (_, at) => at)
  list.sort(() => {
    list.length = 10
    list.push(Math.random())
    return Math.random() - 0.5
  })
  log(list.length)
}
function onTick() {}
