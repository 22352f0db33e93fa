// Resources, what is attached to them, and what the resolver says for one plan. Source: design 7.7, SPEC 4.
#pragma once

#include "engine/requests.h"
#include "models/two_levels.h"

#include <map>

namespace countersign::models {

/// What the Attachments area knows, read together.
struct RegistrySnapshot
{
    std::vector<domain::Project> projects{};
    std::vector<domain::Resource> resources{};
    std::vector<domain::Attachment> attachments{};
    std::vector<RegisteredTool> tools{};

    [[nodiscard]] std::map<std::string, domain::Mode> modes() const;
    [[nodiscard]] const RegisteredTool* tool(const std::string& name) const;
};

class ResourceTreeModel : public TwoLevelModel
{
    Q_OBJECT

public:
    enum Column { Name, Count, ColumnCount };
    using TwoLevelModel::TwoLevelModel;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    void setSnapshot(const RegistrySnapshot& snapshot, const QString& filter);
    /// Name of the resource of an index; empty for a project row. A resource of two projects has two rows.
    [[nodiscard]] static QString resourceOf(const QModelIndex& index);

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

class AttachmentModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Validation, Mode, Scope, AppliesTo, Arguments, Id, Attached, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    /// Rows of one resource; scope: "", "direct", "project" or "plan". titles: plan id → title.
    void setResource(const RegistrySnapshot& snapshot, const QString& resource, const QString& scope,
                     const std::map<std::string, QString>& titles);

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

class ResolverModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { State, Validation, Resource, Scope, Words, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    /// modes: of the registered validations; one that isn't there stops the run.
    void setResolution(const domain::Resolution& resolution, const std::map<std::string, domain::Mode>& modes);
    [[nodiscard]] QString summary() const { return m_summary; }
    /// Where the window is narrow the resource stands below its validation, so that the explanation can be read.
    void setResourceBelow(bool below);

protected:
    [[nodiscard]] QString headerText(int column) const override;

private:
    void fill();

    domain::Resolution m_resolution{};
    std::map<std::string, domain::Mode> m_modes{};
    bool m_resourceBelow = false;
    QString m_summary{};
};

} // namespace countersign::models
