// Looks for eval and Function under names assembled at run time.
// Expect: completed
function onStart() {
  const top = (function () {
    return this
  })()
  const all = [top, Reflect, Object.getPrototypeOf(log), Object.getPrototypeOf(function () {})]
  for (const object of all) {
    for (const name of ['ev' + 'al', 'Func' + 'tion', 'constr' + 'uctor']) {
      if (typeof object?.[name] === 'function' && object[name] !== Object) log('ESCAPED to ' + name)
    }
  }
}
function onTick() {}
