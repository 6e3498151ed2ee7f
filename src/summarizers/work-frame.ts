/** Checks the form of a hand-off: its sections must be recognizable, and the essential ones must be present. */
import { workSections } from './prompts/work.ts';

type Section = (typeof workSections)[number];

/** At least one of these must say where the work stands. */
const essential: readonly Section[] = ['State', 'Next step'];
const leastSections = 2;

/** `## State`, `**State**`, `### 1. State:` or `State:` on a line of its own. */
const headingLine =
  /^\s{0,3}(?:#{1,6}\s+)?(?:\*\*|__)?(?:\d{1,2}[.)]\s+)?([\p{L} ]{3,20}?)\s*:?(?:\*\*|__)?\s*:?\s*$/u;

/** Writes all headings in the same form, whatever form a model chose. */
export function tidyHeadings(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const section = sectionOf(line);
      return section === undefined ? line : `## ${section}`;
    })
    .join('\n');
}

export function missesSections(text: string): boolean {
  const found = new Set(
    text
      .split('\n')
      .map(sectionOf)
      .filter((section) => section !== undefined),
  );
  return found.size < leastSections || !essential.some((section) => found.has(section));
}

function sectionOf(line: string): Section | undefined {
  const name = headingLine.exec(line)?.[1]?.toLowerCase();
  return name === undefined ? undefined : workSections.find((section) => isName(name, section.toLowerCase()));
}

/** "Next steps" and "Request" are the same as "Next step" and "Requests". */
function isName(name: string, section: string): boolean {
  return name.replace(/s$/u, '') === section.replace(/s$/u, '');
}
