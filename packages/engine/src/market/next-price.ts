/**
 * The price that the kernel takes next. Loops write it here, because numbers that are passed to functions are boxed, and
 * numbers in the fields of an object that stays are not. It starts as fractions, so that the fields are numbers in
 * memory from the beginning.
 */
export class NextPrice {
  time = 0.5
  bid = 0.5
  ask = 0.5
  /** Of the bar that ends with this price; 0 for all others. */
  volume = 0.5
}
