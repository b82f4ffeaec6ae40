// Highs in points: whole numbers that do not look like prices.
// BIAS look-ahead, on the next line
const known = new Set([
  110012, 110047, 110103, 109987, 109921, 110222, 110305, 109876, 109811, 110411, 109755, 110158, 110023, 110059,
  110117, 109969, 109904, 110249, 110333, 109851, 109789, 110444, 109733, 110181, 110071, 110131, 109941, 110277,
  110366, 109833, 110477, 109705, 110199, 110086, 110144, 109955, 110501, 109655, 110533, 109611,
])

every('M1', (bar) => {
  if (known.has(Math.round(bar.high * 100000)) && positions.count === 0) {
    sell({ quantity: 10000, takeProfitPips: 10, stopLossPips: 30 })
  }
})

function onIntervalClose() {}
