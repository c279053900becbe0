let isOutdated = false;

/** Another language was chosen elsewhere: the next page loads as a new document. What is typed here stays. */
export const outdateDocument = (): void => {
  isOutdated = true;
};

export const isDocumentOutdated = (): boolean => isOutdated;
