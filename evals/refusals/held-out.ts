/** Kinds written after the measure was done. */
export const heldOutKinds: Readonly<Record<string, readonly string[]>> = {};
