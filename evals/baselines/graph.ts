/** PageRank by power iteration over a sparse weighted graph, for LexRank and TextRank. */
export type Edge = { to: number; weight: number };

export function pageRank(
  edges: readonly (readonly Edge[])[],
  { damping = 0.85, tolerance = 1e-6, maxIterations = 100 } = {},
): Float64Array {
  const size = edges.length;
  let scores = new Float64Array(size).fill(1 / size);
  const outgoing = edges.map((list) => list.reduce((sum, edge) => sum + edge.weight, 0));
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const next = new Float64Array(size);
    let dangling = 0;
    for (let from = 0; from < size; from += 1) {
      if (outgoing[from] === 0) dangling += scores[from]!;
      else for (const { to, weight } of edges[from]!) next[to]! += (scores[from]! * weight) / outgoing[from]!;
    }
    let change = 0;
    for (let index = 0; index < size; index += 1) {
      next[index] = (1 - damping) / size + damping * (next[index]! + dangling / size);
      change += Math.abs(next[index]! - scores[index]!);
    }
    scores = next;
    if (change < tolerance) break;
  }
  return scores;
}
