// Looks in stacks for functions of the engine, by which it could tell a look-ahead check from a run.
// Expect: completed
let looks = 0
function look(from) {
  if (looks++ > 2000) return
  const { stack } = new Error('look')
  const [, ...frames] = stack.split('\n')
  for (const frame of frames) if (!/^ {4}at ([\w ]+ \()?algorithm\.js:\d+:\d+\)?$/.test(frame)) log('ESCAPED from ' + from + ':' + frame)
}
look('the top')
every('M5', function every5() {
  look('every')
})
const request = {
  get quantity() {
    look('a getter')
    return 1000
  },
}
function onStart() {
  look('onStart')
  buy(request)
  log({
    toJSON() {
      look('log')
    },
  })
  const object = {}
  Error.captureStackTrace(object, buy)
  if (/engine/.test(object.stack)) log('ESCAPED: ' + object.stack)
}
function onTick() {
  look('onTick')
}
function onIntervalClose() {
  if (looks > 2000) return
  look('onIntervalClose')
  for (const call of [() => bars('x'), () => indicators.SMA('M1', -1), () => null.x]) {
    try {
      call()
    } catch (error) {
      if (/engine/.test(error.stack)) log('ESCAPED: ' + error.stack)
    }
  }
}
function onOrder() {
  look('onOrder')
}
function onPositionOpened() {
  look('onPositionOpened')
}
