export type TabsProps<Value extends string> = {
  /** Names the tabs `${id}-${value}`, and what they show `${id}-panel`: the page puts the latter there. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

const BY: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs over what the page shows below; arrow keys go from one to the next. */
export function Tabs<Value extends string>({ id, label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const by = BY[event.key];
        if (!by) return;
        const at = tabs.findIndex((tab) => tab.value === value) + by;
        const next = tabs[(at + tabs.length) % tabs.length];
        if (!next) return;
        onChange(next.value);
        event.currentTarget.querySelectorAll('button')[(at + tabs.length) % tabs.length]?.focus();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-controls={`${id}-panel`}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
