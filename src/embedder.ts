/** The contract of an embedder: text in, vectors out. Optional everywhere; implementations are in embedders/. */
export type Embedder = {
  /** Stored with each vector: vectors of different embedders are never compared. */
  readonly name: string;
  /** Longer texts are cut into pieces of at most this many characters before they are handed over. */
  readonly maxCharacters: number;
  /** Most texts in one call. */
  readonly batchSize: number;
  /** One vector of unit length for each text, in order. */
  embed(
    texts: readonly string[],
    options: { purpose: 'document' | 'query'; signal?: AbortSignal },
  ): Promise<Float32Array[]>;
};
