// Replaces with a function that a pattern matching nothing calls forever.
// Expect: errored timeout
function onTick() {
  const pattern = /(?=(a+))\1*(?:a|aa)*b/g
  for (;;) 'a'.repeat(5000).replace(pattern, () => 'a')
}
