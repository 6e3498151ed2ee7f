/** The buttons at the end of a form. */
export function SaveOrCancel({ cancel }: { cancel(): void }) {
  return (
    <>
      <button type="submit" class="primary">
        Save
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </>
  );
}
