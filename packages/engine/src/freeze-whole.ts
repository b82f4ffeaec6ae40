/** Freezes an object and the functions in it: a script must not store anything on what it receives. */
export function freezeWhole<Value extends object>(object: Value): Value {
  for (const name of Reflect.ownKeys(object)) {
    const { value, get, set } = Object.getOwnPropertyDescriptor(object, name) as PropertyDescriptor
    for (const part of [value, get, set]) {
      if (typeof part !== 'function' || Object.isFrozen(part)) continue
      Object.freeze(part)
      if (part.prototype !== undefined) freezeWhole(part.prototype as object)
    }
  }
  return Object.freeze(object)
}
