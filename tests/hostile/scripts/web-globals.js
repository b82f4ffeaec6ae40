// Looks for the globals of browsers and of Node by their names.
// Expect: completed
const NAMES = ['fetch', 'WebSocket', 'XMLHttpRequest', 'Worker', 'navigator', 'performance', 'structuredClone', 'setTimeout']
const MORE = ['queueMicrotask', 'postMessage', 'MessageChannel', 'BroadcastChannel', 'Buffer', 'crypto', 'gc', 'd8', 'createEntry']
function onStart() {
  const top = (() => this)() ?? Reflect.get(Object, 'global')
  for (const name of [...NAMES, ...MORE]) if (top !== undefined && name in top) log('ESCAPED to ' + name)
}
function onTick() {}
