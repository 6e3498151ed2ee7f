/** The vector scaled to length 1, as searches expect it. A vector of zeros stays as it is. */
export function toUnitLength(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
