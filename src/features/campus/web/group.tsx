import type { ReactNode } from 'react';
import type { useForm } from '#platform/web/forms/use-form.ts';
import type { CampusSettings } from '../contract.ts';
import type { CampusValues } from './campus-form.ts';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

export type CampusFields = ReturnType<typeof useForm<CampusValues, CampusSettings>>['field'];

/** Settings that belong together, below a heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.group}>
    <h3 className={shared.size20}>{title}</h3>
    {children}
  </section>
);
