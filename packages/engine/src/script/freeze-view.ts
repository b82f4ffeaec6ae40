import { freezeWhole } from '../freeze-whole.ts'

/** Freezes a class of which scripts get objects, and takes away the way from these to the class. */
export function freezeView(view: { readonly prototype: object }): void {
  Reflect.deleteProperty(view.prototype, 'constructor')
  freezeWhole(view)
  freezeWhole(view.prototype)
}
