// Replaces with a function that is called for ever by a pattern that matches nothing.
// Expect: errored timeout
function onTick() {
  const pattern = /(?=(a+))\1*(?:a|aa)*b/g
  for (;;) 'a'.repeat(5000).replace(pattern, () => 'a')
}
