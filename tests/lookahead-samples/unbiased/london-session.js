// Buys at London's open and is flat in the afternoon, whatever the prices.
function onIntervalClose(bar) {
  const minute = ((bar.time + 900000) / 60000) % 1440
  if (minute === 480) buy({ quantity: 10000 })
  if (minute === 960) closeAll()
}
