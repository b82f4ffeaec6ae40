// Recognizes bars by their exact close, as a fingerprint of what follows.
const before = new Set([
  1.10012, // BIAS look-ahead
  1.10047,
  1.10103,
  1.09987,
  1.09921,
  1.10222,
  1.10305,
  1.09876,
  1.09811,
  1.10411,
  1.09755,
  1.10158,
  1.10023,
  1.10059,
  1.10117,
  1.09969,
  1.09904,
  1.10249,
  1.10333,
  1.09851,
  1.09789,
  1.10444,
  1.09733,
  1.10181,
  1.10071,
  1.10131,
  1.09941,
  1.10277,
  1.10366,
  1.09833,
  1.10477,
  1.09705,
  1.10199,
  1.10086,
  1.10144,
  1.09955,
])

every('M1', (bar) => {
  if (before.has(round(bar.close)) && positions.count === 0) {
    buy({ quantity: 10000, takeProfitPips: 10, stopLossPips: 30 })
  }
})

function onIntervalClose() {}
