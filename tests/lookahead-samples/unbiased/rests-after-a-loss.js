// Pauses for a day by its own count after a losing day, and only buys after two winning ones.
const fast = indicators.SMA('M15', 4)
const slow = indicators.SMA('M15', 16)
let date = 0
let results = []
let balance = account.balance

function onIntervalClose(bar) {
  const today = Math.floor(bar.time / 86400000)
  if (today !== date) {
    date = today
    results = [account.balance - balance, ...results].slice(0, 2)
    balance = account.balance
  }
  if (results[0] < 0) return
  const isBold = results.length === 2 && results.every((result) => result > 0)
  if (crossedAbove(fast, slow)) buy({ quantity: 10000, stopLossPips: 15, takeProfitPips: 15 })
  if (!isBold && crossedBelow(fast, slow)) sell({ quantity: 10000, stopLossPips: 15, takeProfitPips: 15 })
}
