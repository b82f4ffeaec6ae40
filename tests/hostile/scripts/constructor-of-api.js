// Looks for a function of another realm in the objects that the script receives.
// Expect: errored script
function onTick() {
  const make = log.constructor?.constructor ?? buy.constructor
  return make('return this')().process.exit(1)
}
