// Uses names that change prototypes when they are copied field by field.
// Expect: completed
function onStart() {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', '__defineGetter__']) {
    plot(name, 1, { pane: 'study', color: '__proto__', ['__proto__']: { polluted: true } })
    log(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'))
  }
  if (({}).polluted) log('ESCAPED by a name')
}
function onTick() {}
