/**
 * Freezes a class with its methods. Indicator scripts of several users and uses share it, so none of them may change it
 * or store anything on it.
 */
export function freezeClass(type: abstract new (...args: never[]) => object): void {
  for (const object of [type, type.prototype as object]) {
    for (const { value, get, set } of Object.values(Object.getOwnPropertyDescriptors(object))) {
      for (const part of [value, get, set] as unknown[]) if (typeof part === 'function') Object.freeze(part)
    }
    Object.freeze(object)
  }
}
