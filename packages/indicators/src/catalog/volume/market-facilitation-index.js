// Market facilitation index
// The range of the bar per unit of volume; 0 without volume.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar 1.
const key = 'MarketFacilitationIndex'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']

function ease() {
  return bar.volume > 0 ? (bar.high - bar.low) / bar.volume : 0
}

function onTick() {
  return ease()
}
