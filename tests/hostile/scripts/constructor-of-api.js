// Looks for a function of another realm in what the script is given.
// Expect: errored script
function onTick() {
  const make = log.constructor?.constructor ?? buy.constructor
  return make('return this')().process.exit(1)
}
