// Takes names that are refused as operands of typeof, which the check of names allows, but reads from them.
// Expect: errored script /reserved word/
const kinds = [typeof Float64Array.from([1]), typeof new ArrayBuffer(8), typeof DataView.prototype.getFloat64]
function onTick() {
  log(kinds.join())
}
