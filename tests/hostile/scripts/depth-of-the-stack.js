// Counts how deep it can call itself, which depends on how V8 has optimized it, and trades on that number.
// Expect: errored script /call stack/
let depth = 0
let bars = 0
function dive() {
  depth++
  dive()
}
function onIntervalClose() {
  if (bars++ % 100 !== 0) return
  depth = 0
  try {
    dive()
  } catch {
    buy({ quantity: 1000 + (depth % 1000) })
  }
}
