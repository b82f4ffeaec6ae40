// Looks for what differs between machines: languages, time zones, formats.
// Expect: completed
function onStart() {
  for (const value of [1.5, 10n, 'a', new Date(0), [1.5], {}]) {
    for (let of = Object(value); of; of = Reflect.getPrototypeOf(of))
      for (const name of Object.getOwnPropertyNames(of)) if (/locale/i.test(name)) log('ESCAPED to ' + name)
  }
  if (new Date(2024, 6, 1).getTimezoneOffset() !== 0) log('ESCAPED to a time zone')
}
function onTick() {}
