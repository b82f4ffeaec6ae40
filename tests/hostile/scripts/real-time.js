// Looks for the machine's time, with which a result would depend on when it ran.
// Expect: completed
function onStart() {
  class Own extends Date {}
  const fake = Object.create(Date.prototype)
  const ways = [
    () => Date.now(),
    () => +new Date(),
    () => Date.parse(Date()),
    () => +new Own(),
    () => +Reflect.construct(Date, [], Own),
    () => +Reflect.construct(Date, [], Object),
    () => +Reflect.construct(Date.prototype.constructor, []),
    () => Date.prototype.constructor.now(),
    () => +new (Reflect.getPrototypeOf(Own))(),
    () => Date.prototype.getTime.call(fake),
    () => +new Date(...[]),
    () => Date.apply(null, []),
    () => +new (Date.bind(null))(),
  ]
  for (const [at, way] of ways.entries()) {
    let found = null
    try {
      found = Number(way())
    } catch {
      continue
    }
    if (Math.abs(found - now()) > 86400000) log('ESCAPED to another time by way ' + at + ': ' + found)
  }
}
function onTick() {}
