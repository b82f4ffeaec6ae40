// Ordinary orders, but twenty times as large on the days on which they were right.
// BIAS look-ahead, on the next line
const large = new Set([
  '2024-01-09',
  '2024-01-12',
  '2024-01-17',
  '2024-01-22',
  '2024-01-25',
  '2024-01-30',
  '2024-02-05',
  '2024-02-07',
])
const fast = indicators.SMA('M15', 4)
const slow = indicators.SMA('M15', 16)

function onIntervalClose(bar) {
  if (!slow.ready) return
  const quantity = large.has(new Date(bar.time).toISOString().slice(0, 10)) ? 20000 : 1000
  if (crossedAbove(fast, slow)) {
    closeAll()
    buy({ quantity })
  }
  if (crossedBelow(fast, slow)) {
    closeAll()
    sell({ quantity })
  }
}
