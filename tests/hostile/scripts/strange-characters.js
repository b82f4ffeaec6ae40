// Puts lone surrogates, line breaks and zeros into every text of the result.
// Expect: completed
const STRANGE = ['\ud800', '\udfff\ud800', '\u2028\u2029', '\u0000\u0001', '\u202e txt', '</script><!--', '\ufeff']
function onStart() {
  for (const text of STRANGE) {
    log(text)
    plot('p' + text, 1, { color: text })
    buy({ quantity: 1, timeInForce: text })
  }
}
function onTick() {}
