// Hides code in types, which are taken out before the script runs.
// Expect: errored script
enum Side { Buy = (() => { for (;;); })() }
namespace Trap { export const a = 1 }
function onTick() {}
