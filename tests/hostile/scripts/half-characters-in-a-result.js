// Gets NUL and lone surrogates into a stored result.
// Expect: completed
let count = 0
function onTick() {
  if (count++ > 100) return
  const bad = String.fromCharCode(count, 0xd800 + count, 0xdc00, 0)
  log(bad)
  if (count < 30) plot('p' + bad, count, { color: bad })
  buy({ quantity: -1, [bad]: bad })
}
