/**
 * Questions about recorded conversations, of customers with an airline's assistant and of a developer with a coding
 * agent, each with the few words that answer it. The questions were written for this evaluation; the conversations are
 * not part of the project.
 */
export const workKinds = { 1: 'one place', 2: 'value that changed', 3: 'several places' } as const;

export type WorkQuestion = { ask: string; answers: readonly string[]; kind: keyof typeof workKinds };

const one = (ask: string, answer: string): WorkQuestion => ({ ask, answers: [answer], kind: 1 });
const changed = (ask: string, answer: string): WorkQuestion => ({ ask, answers: [answer], kind: 2 });
const several = (ask: string, ...answers: string[]): WorkQuestion => ({ ask, answers, kind: 3 });

/** Questions about all dialogues in one thread, as a service desk might keep them. */
export const airlineQuestions: readonly WorkQuestion[] = [
  one('Which certificate did Mia Li pay with for the trip to Seattle?', '7504069'),
  changed('What did the flights of Mia Li to Seattle cost in the end?', '$305'),
  several('Which gift cards did Sofia Kim want to use for the upgrade?', '6276644', '7091239'),
  changed('Which credit card did Sofia Kim finally use for the business class upgrade?', '9725'),
  one('Which passenger did Mia Kim want removed from the reservation?', 'Ethan Lopez'),
  changed('What was the total cost of the booking for Ivan Smith with all fees?', '$375'),
  several('How was the booking for Ivan Smith split between gift card and credit card?', '$128', '$247'),
  changed('Which nonstop flight from Atlanta to Las Vegas did James Lee get?', 'HAT052'),
  changed('How much extra does Liam Khan pay for the flight change to Seattle in business class?', '$897'),
  several('Who are the passengers on the reservation of Liam Khan?', 'James Kim', 'Aarav Lee'),
  one('Which nonstop flight from Las Vegas to Houston did James Taylor choose?', 'HAT266'),
  one('How much was Ivan Rossi willing to pay for the change?', 'up to $100'),
  one('Which nonstop flight is there from EWR to LAX on May 21?', 'HAT041'),
  one('Which return flight from SFO to IAH leaves within the preferred hours?', 'HAT278'),
  changed('What was the total for Aarav Ahmed and Daiki Li to San Francisco?', '$608'),
  several('Which two flights make up the one-stop trip of Aarav Ahmed to San Francisco?', 'HAT083', 'HAT258'),
  one('What did the upgrade of reservation M20IZO to business class cost?', '$1,194'),
  several('Which reservations did Aarav Ahmed cancel because of a change of plan?', 'IFOYYZ', 'NQNU5R'),
  several('Which reservations of Amelia Davis could not be cancelled?', 'UDMOP1', 'XAZ3C0'),
  several('Which reservations were cancelled for Sophia Martin?', 'FDZ0T5', 'HSR97W'),
  one('How much would remain on the Visa after the gift card and the certificate?', '$461'),
];

/** Questions by the beginning of the session's name. */
export const codingQuestions: Readonly<Record<string, readonly WorkQuestion[]>> = {
  'claude-code/0a725fb5': [
    one('Which section of the paper was a hallucination?', 'Section 9.4'),
    changed('Which C standard does the paper have to name?', 'C17'),
    changed('How are versions of the paper numbered until peer review?', '0.41'),
    one('Which file had the triple quotes that broke the citations?', 'bibliography.bib'),
    several('Which operator macros were added to the preamble of the paper?', '\\Stack', '\\Wstack', '\\Pyr'),
  ],
  'claude-code/9034225e': [
    one('How long was the CPU backend file before the refactoring split it?', '583 lines'),
    one('Which new file has the memory management functions of the CPU backend?', 'vsla_cpu_memory.c'),
    one('Which directory was created for the CPU implementation files?', 'src/backends/cpu'),
    one('Which option did I pick for the two parallel APIs?', 'Option A'),
    one('How many unit tests should every method have?', '2-3 unit tests'),
    one('Which header got the full tensor structure?', 'vsla_tensor_internal.h'),
  ],
  'claude-code/d7d349f9': [
    one('Which type was used but not defined in any header?', 'vsla_stats_t'),
    one('Which function was missing in the CPU backend header?', 'vsla_cpu_fill'),
    one('Which file was removed from the build because its functions are not used?', 'tensor_adapter'),
    one('Where did the historical notes from the status file go?', 'development-history.md'),
    several('What happens with the old tests, now and later?', 'archive folder', 'delete them'),
  ],
};
