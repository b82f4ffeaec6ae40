// Hides code in types, which are erased before the script runs.
// Expect: errored script
enum Side { Buy = (() => { for (;;); })() }
namespace Trap { export const a = 1 }
function onTick() {}
