/** What a call leaves in the log: redacted first, then cut, so that a cut never lets half a secret through. */
const detailCharacters = 200;
/** Enough to fill the detail after redaction, little enough to redact quickly. */
const readCharacters = 2_000;

const keyShapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk|key|ghp|gho|github_pat|xox[abprs]|glpat|hf|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9_*-]{8,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\b(bearer|basic|authorization|api[-_ ]?key|x-api-key|password|secret|token)(["']?\s*[:=]?\s*["']?)(?=[^\s"']{8,})[^\s"',;]+/gi,
];

/** Masks what looks like a credential; the redactor of the engine, where it is passed in, knows more kinds. */
export function maskKeys(text: string): string {
  let masked = text;
  for (const shape of keyShapes) masked = masked.replace(shape, '[secret]');
  return masked;
}

export function callDetail(text: string, redact: (text: string) => string): string {
  let redacted: string;
  try {
    redacted = redact(text.slice(0, readCharacters).toWellFormed());
  } catch {
    return '(withheld: redaction failed)';
  }
  return redacted.replace(/\s+/g, ' ').trim().slice(0, detailCharacters).toWellFormed();
}
