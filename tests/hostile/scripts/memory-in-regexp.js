// Stores something in what regular expressions remember of their last match.
// Expect: completed
function onStart() {
  for (const name of ['$1', 'input', '$_', 'lastMatch', '$&', 'leftContext', 'rightContext', 'lastParen']) {
    if (RegExp[name] !== undefined) log('ESCAPED to ' + name + ' ' + RegExp[name])
    try {
      RegExp[name] = 'mine'
    } catch {}
  }
  'remember me'.match(/(me)/)
  if (RegExp.$1 === 'me' || RegExp.input === 'mine') log('ESCAPED: a match is remembered')
}
function onTick() {}
